import { expect, it } from 'vitest'
import { SCOPE_NAMES, SCOPES, scopeSentence } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { textOf } from '#lib/messages/text.ts'
import { cannotText, canText, detailText, scopeText } from './scope-text.ts'

it.each(SCOPE_NAMES)('%s reads on the consent screen as everywhere else', (name) => {
  const [en, hi] = [textOf('en'), textOf('hi')]
  expect(canText(en, name)).toBe(SCOPES[name].can)
  expect(cannotText(en, name)).toBe(SCOPES[name].cannot)
  expect(scopeText(en, name)).toBe(scopeSentence(name))
  expect(detailText(en, name)).toBe('detail' in SCOPES[name] ? SCOPES[name].detail : null)
  expect(scopeText(hi, name)).toMatch(/^\p{Script=Devanagari}.*।$/u)
})
