import { expect, it } from 'vitest'
import { SCOPE_NAMES, SCOPES, scopeSentence } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { textOf } from '#lib/messages/text.ts'
import { PERMISSION_LABELS } from '#lib/values/permissions.ts'
import { cannotText, canText, detailText, moneyPermissionText, scopeText } from './scope-text.ts'

it.each(SCOPE_NAMES)('%s reads on the consent screen as everywhere else', (name) => {
  const [en, hi] = [textOf('en'), textOf('hi')]
  expect(canText(en, name)).toBe(SCOPES[name].can)
  expect(cannotText(en, name)).toBe(SCOPES[name].cannot)
  expect(scopeText(en, name)).toBe(scopeSentence(name))
  expect(detailText(en, name)).toBe('detail' in SCOPES[name] ? SCOPES[name].detail : null)
  expect(scopeText(hi, name)).toMatch(/^\p{Script=Devanagari}.*।$/u)
})

it('names the permissions of scopes that move money as the matrix of roles does, in each language', () => {
  const [en, hi] = [textOf('en'), textOf('hi')]
  for (const scope of Object.values(SCOPES))
    if (scope.kind === 'move')
      for (const permission of scope.permissions) {
        expect(moneyPermissionText(en, permission)).toBe(PERMISSION_LABELS[permission])
        expect(moneyPermissionText(hi, permission)).toMatch(/^[\p{Script=Devanagari} ]+$/u)
      }
})
