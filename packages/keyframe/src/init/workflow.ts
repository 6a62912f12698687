/** The workflow of GitHub that `keyframe init` writes. */
export const WORKFLOW = `name: API
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  api:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - run: npm run api:check
`;
