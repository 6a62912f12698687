declare module 'virtual:contract-schemas' {
  type Document = typeof import('@keyframe/console-contract/openapi.json', { with: { type: 'json' }});
  type Schemas = Document['components']['schemas'];

  export const AuditAction: Schemas['AuditAction'];
  export const Email: Schemas['Email'];
  export const GenerationSettings: Schemas['GenerationSettings'];
  export const GrantRequest: Schemas['GrantRequest'];
  export const ImageToVideoInput: Schemas['ImageToVideoInput'];
  export const KeyRoll: Schemas['KeyRoll'];
  export const LedgerEntryKind: Schemas['LedgerEntryKind'];
  export const MaterialUrl: Schemas['MaterialUrl'];
  export const Model: Schemas['Model'];
  export const Name: Schemas['Name'];
  export const Password: Schemas['Password'];
  export const ReferenceToVideoInput: Schemas['ReferenceToVideoInput'];
  export const SuspensionRequest: Schemas['SuspensionRequest'];
  export const VideoGenerationRequest: Schemas['VideoGenerationRequest'];
}
