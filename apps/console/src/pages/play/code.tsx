import type { Mode, VideoGenerationRequest } from '@keyframe/console-contract/client';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { curlSample, jsonSample, typescriptSample } from './samples.ts';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'json', label: 'JSON' },
] as const;
const SAMPLES = { curl: curlSample, typescript: typescriptSample, json: jsonSample };

/** The request of the form as code. */
export function Code({ request, mode }: { readonly request: VideoGenerationRequest; readonly mode: Mode }) {
  const [language, setLanguage] = useState<keyof typeof SAMPLES>('curl');
  return (
    <Card
      title="Request"
      actions={<Segmented label="Language" options={LANGUAGES} value={language} onChange={setLanguage} />}
    >
      <CodeBlock text={SAMPLES[language](request, mode)} label="the request" />
    </Card>
  );
}
