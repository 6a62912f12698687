/** The address that pages are written with; a server that shows them puts its own in its place. */
export const WRITTEN_ADDRESS = 'http://localhost:4000';
