// Names: RFC 9110, section 5.6.2.
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
// Values: RFC 9110, section 5.5, one byte for each character.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reports whether a request can have a header. */
export function isHeader(name: string, value: string): boolean {
  return TOKEN.test(name) && VALUE.test(value);
}
