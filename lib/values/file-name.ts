/** The most characters that the name of a file may have. */
const MAX_LENGTH = 255

/** Characters unsafe in file names or headers: path separators, control characters, and marks of text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\\/\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * The stored name of an uploaded file: the sent name with `_` for unsafe characters, cut before its extension, and
 * never empty.
 * @param otherwise the name of a file that was sent without one
 */
export function fileName(sent: string | undefined, otherwise: string): string {
  // Browsers percent-encode only these three.
  const text = (sent ?? '').replace(/%0D%0A|%0D|%0A/gi, '_').replaceAll('%22', '"')
  const fit = text.toWellFormed().replace(UNSAFE, '_').trim()
  if (/^\.*$/.test(fit)) return otherwise
  if (fit.length <= MAX_LENGTH) return fit
  const extension = /\.[0-9A-Za-z]{1,8}$/.exec(fit)?.[0] ?? ''
  return whole(fit.slice(0, MAX_LENGTH - extension.length)) + extension
}

/**
 * The Content-Disposition of a download: the name in ASCII for old clients, and as it is for the others (RFC 6266).
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  if (ascii === name) return `attachment; filename="${name}"`
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percent(name.toWellFormed())}`
}

/** Unique names for files in one folder: "scan.pdf", "scan (2).pdf". */
export function distinctNames(names: string[]): string[] {
  // Some file systems ignore case.
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = '', extension = ''] = /^(.*?)(\.[0-9A-Za-z]{1,8})?$/s.exec(name) ?? []
    let given = name
    for (let count = 2; taken.has(given.toLowerCase()); count += 1) given = `${stem} (${count})${extension}`
    taken.add(given.toLowerCase())
    return given
  })
}

/** Drops half a character at the end. */
function whole(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}

function percent(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
