/** Where the picture of a logo is found: under the digest of its bytes, so that it never changes. */
export function logoPath(hash: string): string {
  return `/logos/${hash}.png`
}

/** The digest in the name of a file, or null for any other name. */
export function hashInName(name: string): string | null {
  return /^([0-9a-f]{64})\.png$/.exec(name)?.[1] ?? null
}
