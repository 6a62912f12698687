/** The address that pages are written with. A server that shows them replaces it by its own. */
export const WRITTEN_ADDRESS = 'http://localhost:4000';
