import { expect, test } from 'vitest';
import { nameOperations, shortenName } from './operation-names.ts';

test.each<[service: string, method: string, path: string, id: string | undefined, name: string]>([
  ['GitHub', 'get', '/repos/{owner}/{repo}/branches', 'repos/list-branches', 'reposListBranches'],
  [
    'Box',
    'get',
    '/files/{file_id}#get_shared_link',
    'get_files_id#get_shared_link',
    'getFilesIdGetSharedLink',
  ],
  ['Stripe', 'post', '/v1/accounts/{account}', 'PostAccountsAccount', 'postAccountsAccount'],
  ['Slack', 'post', '/chat.postMessage', 'chat_postMessage', 'chatPostMessage'],
  ['Spotify', 'get', '/albums/{id}', 'get-an-album', 'getAnAlbum'],
  ['DigitalOcean', 'get', '/v2/account', 'account_get', 'accountGet'],
  ['OpenAI', 'post', '/chat/completions', 'createChatCompletion', 'createChatCompletion'],
  ['Kubernetes', 'get', '/api/v1/pods', 'listCoreV1PodForAllNamespaces', 'listCoreV1PodForAllNamespaces'],
  ['FastAPI', 'get', '/items/{item_id}', 'read_item_items__item_id__get', 'readItem'],
  ['NestJS', 'get', '/cats/{id}', 'CatsController_findOne', 'findOne'],
  ['Swagger petstore', 'get', '/pet/{petId}/photos', undefined, 'getPetByPetIdPhotos'],
  ['none', 'get', '/', undefined, 'getRoot'],
  ['none', 'get', '/a', 'APIList', 'apiList'],
  ['none', 'get', '/a', 'LIST_ALL', 'listAll'],
])('%s: %s %s with the id %s is %s', (...[, method, path, id, name]) => {
  expect(nameOperations([{ id: id ?? '', method, path, isWritten: id !== undefined }])).toEqual([name]);
});

test('writes names in full that two operations would share', () => {
  const operations = ['Cats', 'Dogs'].map((kind) => {
    const path = `/${kind.toLowerCase()}`;
    return { id: `${kind}Controller_findAll`, method: 'get', path, isWritten: true };
  });
  expect(nameOperations(operations)).toEqual(['catsControllerFindAll', 'dogsControllerFindAll']);
});

test.each([
  ['issuesList', 'issues', 'list'],
  ['listIssues', 'issues', 'list'],
  ['getIssue', 'issues', 'get'],
  ['listCategories', 'category', 'list'],
  ['codeScanningGetAlert', 'codeScanning', 'getAlert'],
  ['issues', 'issues', undefined],
  ['listIssueComments', 'issues', undefined],
])('%s in the module %s is %s', (name, tag, short) => {
  expect(shortenName(name, tag)).toBe(short);
});
