export { InvalidFieldsError } from './requests/invalid-fields-error.ts';
export { parseVideoRequest, type VideoRequestFields } from './requests/parse-video-request.ts';
