/** Parts of programs on Node: addresses that no URL of a user may reach, and folders. No package publishes this entry. */
export { createAddressBlockList, isPublicAddress } from './blocked-addresses.ts';
export { createFolder } from './create-folder.ts';
