import { type BillDraft, blankDraft, blankLine } from './draft.ts'

/** So many lines the plain form has: without script no row can be added. */
export const PLAIN_ROWS = 8

/** What the plain form begins with. */
export function plainDraft(): BillDraft {
  return blankDraft({
    lines: Array.from({ length: PLAIN_ROWS }, () => blankLine()),
    charges: [{ description: '', amount: '' }],
  })
}

/** The texts of a form, each named by its path in the draft, as a draft. Boxes that are not ticked are not sent. */
export function draftFromForm(values: Record<string, string>): BillDraft {
  const draft = { ...plainDraft(), prices_include_tax: false, round_off: false, paid_in_full: false }
  for (const [path, text] of Object.entries(values)) put(draft, path.split('.'), text)
  return draft
}

/** Only what a draft has is set, and only by a value of the same kind. */
function put(target: object, [name = '', ...rest]: string[], text: string): void {
  if (!Object.hasOwn(target, name)) return
  const holder = target as Record<string, unknown>
  const present = holder[name]
  if (rest.length > 0) {
    if (typeof present === 'object' && present !== null) put(present, rest, text)
  } else if (typeof present === 'boolean') holder[name] = text === 'on'
  else if (typeof present === 'string') holder[name] = text
}
