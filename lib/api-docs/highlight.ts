type Token = { kind: 'text' | 'string' | 'name' | 'number' | 'word' | 'comment'; text: string }

const WORDS =
  /^(?:import|from|const|let|await|async|new|return|if|else|for|of|in|function|class|def|with|as|print|try|except|throw|catch|export|default|true|false|null|None|True|False|require|use|echo|puts|end|do|curl)$/

/**
 * The tokens of a piece of code in any of the languages of the guides: comments, strings, property names, numbers and
 * words. One expression for all of them is exact enough to read by.
 */
export function codeTokensOf(code: string): Token[] {
  const tokens: Token[] = []
  let last = 0
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > last) tokens.push({ kind: 'text', text: code.slice(last, match.index) })
    const [text] = match
    tokens.push({ kind: kindOf(text, code.slice(match.index + text.length)), text })
    last = match.index + text.length
  }
  if (last < code.length) tokens.push({ kind: 'text', text: code.slice(last) })
  return tokens
}

const PATTERN =
  /(?<![:\w'"])\/\/[^\n]*|(?<=^|\s)#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b\d[\d_.]*\b|\b[A-Za-z_]+\b/gm

function kindOf(text: string, after: string): Token['kind'] {
  if (/^(?:\/\/|#)/.test(text)) return 'comment'
  if (/^["'`]/.test(text)) return /^\s*:/.test(after) ? 'name' : 'string'
  if (/^\d/.test(text)) return 'number'
  return WORDS.test(text) ? 'word' : 'text'
}
