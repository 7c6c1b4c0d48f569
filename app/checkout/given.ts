import { Contact, Email } from '#lib/values/contact.ts'
import { NotesInput } from '#lib/values/notes.ts'
import { single } from './urls.ts'

/** What fits the payer's cookie, in which notes outlast a failed attempt. */
const MAX_NOTES_BYTES = 2500

type Query = Record<string, string | string[] | undefined>

/** What the address of a checkout brings along: of `search` its params, for links to the same page. */
export type Given = {
  values: { name?: string; email?: string; contact?: string; notes?: string }
  search: [string, string][]
}

/**
 * `prefill[email]=…` and `notes[key]=…` of the checkout's address, as shops send them. Anyone can write an address, so
 * each is taken only in a form and length that the payer could have entered, and is left out otherwise.
 */
export function givenIn(query: Query): Given {
  const prefill = (name: string, isValid: (text: string) => boolean) => {
    const text = single(query[`prefill[${name}]`])?.trim()
    return text && isValid(text) ? { [name]: text } : {}
  }
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const key = /^notes\[([^[\]]+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, single(value) ?? '']]
  })
  const notes = JSON.stringify(Object.fromEntries(pairs))
  const values = {
    // Thirteen digits are a card number in the wrong place.
    ...prefill('name', (text) => text.length <= 100 && !/\d(?:[ .-]*\d){12}/.test(text)),
    ...prefill('email', (text) => Email.safeParse(text).success),
    ...prefill('contact', (text) => text.length <= 24 && Contact.safeParse(text).success),
    ...(readNotes(notes) ? { notes } : {}),
  }
  const { notes: taken, ...prefilled } = values as Given['values']
  const search = Object.entries(prefilled).map(([name, text]): [string, string] => [`prefill[${name}]`, text])
  if (taken) search.push(...pairs.map(([key, text]): [string, string] => [`notes[${key}]`, text]))
  return { values, search }
}

/** The notes in a hidden field of the form; null for none, and for anything that a caller of the API could not send. */
export function readNotes(text: unknown): Record<string, string> | null {
  if (typeof text !== 'string' || text.length > MAX_NOTES_BYTES) return null
  // As the cookie has them: a text within JSON, encoded.
  if (encodeURIComponent(JSON.stringify(text.toWellFormed())).length > MAX_NOTES_BYTES) return null
  try {
    const { data } = NotesInput.safeParse(JSON.parse(text))
    return data && Object.keys(data).length > 0 ? data : null
  } catch {
    return null
  }
}
