import { headers } from 'next/headers'
import { cache } from 'react'
import { type Text, textOf } from '#lib/messages/text.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_HEADER, type Language } from '#lib/values/language.ts'

/** The language of the page that is being drawn, as the proxy found it. English on pages of the staff. */
export const pageLanguage = cache(async (): Promise<Language> => {
  const found = (await headers()).get(LANGUAGE_HEADER)
  return isLanguage(found) ? found : DEFAULT_LANGUAGE
})

export async function pageText(): Promise<Text> {
  return textOf(await pageLanguage())
}

/** The address of the page that is being drawn, which the links to other languages lead back to. */
export async function pagePath(): Promise<string> {
  return (await headers()).get('x-counterfoil-path') ?? '/'
}
