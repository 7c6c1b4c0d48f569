import { createTranslator } from 'use-intl/core'
import type { Language } from '#lib/values/language.ts'
import en from './en.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }

/** English is complete by definition; the others have the same keys (text.test.ts). */
export type Messages = typeof en

/** The messages of every language, by key. A new language is a file, a line here and one in lib/values/language.ts. */
export const MESSAGES: Record<Language, Messages> = { en, hi }

function translatorOf(language: Language) {
  return createTranslator<Messages>({ locale: language, messages: MESSAGES[language] })
}

/**
 * Messages by their key, with their values filled in: `t('receipt.paid', { merchant })`. Keys that don't exist do not
 * compile.
 */
export type Text = ReturnType<typeof translatorOf>

const texts = new Map<Language, Text>()

/** The texts of a language. Works on the server and in components of the browser, since a language is only a name. */
export function textOf(language: Language): Text {
  const known = texts.get(language)
  if (known) return known
  const made = translatorOf(language)
  texts.set(language, made)
  return made
}
