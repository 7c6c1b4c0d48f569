/** The maximum size of a document, in bytes. */
export const DOCUMENT_BYTES = 52_428_800
