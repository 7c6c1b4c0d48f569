/** The calls that the text of a prompt names: tools with their arguments as JSON, in order. */
export function callsIn(text: string): { name: string; args: Record<string, unknown> }[] {
  return [...text.matchAll(/\b([a-z]+(?:_[a-z]+)*) (?=\{")/g)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    args: JSON.parse(objectAt(text, index + whole.length)),
  }))
}

/** The JSON object that begins at a place; no string in it has a brace. */
function objectAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  throw new Error('The object does not end.')
}
