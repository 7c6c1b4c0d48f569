/** The letters of a code: none that is read as another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** The code of a digest: sixteen letters and digits, which are eighty bits. */
export function codeOfDigest(digest: Uint8Array): string {
  return [...digest.subarray(0, LENGTH)].map((byte) => LETTERS[byte % 32]).join('')
}

/** A code as it was typed, in the one spelling that is kept; null when it is none. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return new RegExp(`^[${LETTERS}]{${LENGTH}}$`).test(plain) ? plain : null
}

/** A code as people read it: K7QM-3XPD-9RTV-2H4N. */
export function codeText(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}
