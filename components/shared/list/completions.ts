/** A filter that there is, and its values if they are few. */
export type Completable = { name: string; values: string[] }

/** The whole text with each way to complete its last word. */
export function completions(typed: string, names: Completable[]): string[] {
  const [, before = '', minus = '', word = ''] = /^(.*?)(-?)(\S*)$/s.exec(typed) ?? []
  const [name = '', value] = word.split(':')
  const words =
    value === undefined
      ? names.map((one) => `${one.name}:`)
      : (names.find((one) => one.name === name)?.values ?? []).map((one) => `${name}:${one}`)
  return words.filter((one) => one.startsWith(word) && one !== word).map((one) => before + minus + one)
}
