import { describe, expect, it } from 'vitest'
import { docPages } from '#lib/api-docs/doc-pages.ts'
import { GUIDES } from '#lib/api-docs/guides.ts'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { reference } from '#lib/surfaces/reference.ts'
import { pagesAbout, pageWithId } from './guides.ts'

const found = (question: string) => pagesAbout(question).map(({ id }) => id)

describe('guides', () => {
  it.each([
    ['how do refunds work', 'guide:refunds'],
    ['How do refunds work?', 'guide:refunds'],
    ['refund', 'guide:refunds'],
    ['partial refund of a payment', 'guide:refunds'],
    ['can I refund part of a payment', 'guide:refunds'],
    ['when does the payer get an instant refund', 'guide:refunds'],
    ['refund speed', 'guide:refunds'],
    ['how do I move money and what is an idempotency key', 'guide:money'],
    ['idempotency', 'docs:guides/idempotency'],
    ['idempotency key', 'guide:money'],
    ['what needs approval', 'guide:money'],
    ['limits per call', 'guide:money'],
    ['why is my call waiting for approval', 'guide:money'],
    ['pagination', 'guide:lists'],
    ['how do I page through a list', 'guide:lists'],
    ['cursor', 'guide:lists'],
    ['list payments', 'docs:reference/payments'],
    ['has_more', 'guide:lists'],
    ['read all payments of a period', 'guide:lists'],
    ['which fields do items of a list have', 'guide:lists'],
    ['errors', 'docs:guides/errors'],
    ['error format', 'guide:errors'],
    ['insufficient_scope', 'docs:guides/authorization'],
    ['what to do when a call fails', 'guide:errors'],
    ['permission denied', 'docs:guides/authorization'],
    ['counterfoil', 'guide:start'],
    ['how does Counterfoil work', 'guide:start'],
    ['what are the states of an order', 'guide:start'],
    ['timestamp format', 'guide:start'],
    ['which currency unit do amounts have', 'guide:start'],
    ['what is a wallet', 'docs:wallets-discontinued'],
    ['webhook', 'docs:guides/webhooks'],
    ['webhooks signature', 'docs:guides/webhooks'],
    ['webhook failing', 'docs:guides/webhooks'],
    ['test cards', 'docs:guides/test-data'],
    ['upi test', 'docs:guides/test-data'],
    ['settlement', 'docs:reference/settlements'],
    ['create an order', 'docs:reference/orders'],
    ['payout', 'docs:reference/payouts'],
    ['go live', 'docs:guides/going-live'],
    ['sdk', 'docs:guides/client-library'],
    ['oauth refresh token', 'docs:guides/authorization'],
  ])('about "%s" are led by %s', (question, name) => {
    expect(found(question)[0]).toBe(name)
  })

  it.each([
    '',
    '?',
    'the of and',
    'how does it work',
    'umbrella giraffe',
    'asdf qwerty zxcv',
    'xyzzy',
    'what is the weather in Paris today',
    'recipe for lentil soup',
    'who won the world cup in 1998',
    'the best list of giraffes on the moon',
    'tell me a joke about cats',
    'Meera Nair',
    'constructor',
    '__proto__',
    '%',
    '🦒',
    'zzzz nothing',
    'Asha Rao',
  ])('about "%s" are not found', (question) => {
    expect(found(question)).toEqual([])
  })

  it('are at most three, however many words are asked', () => {
    for (const { text } of TOOL_GUIDES) expect(found(text).length).toBeLessThanOrEqual(3)
  })

  it('are all pages of the documentation, each found by its title and fetched by its ID', () => {
    const pages = docPages()
    expect(pages.filter(({ path }) => path.startsWith('guides/')).map(({ path }) => path.slice(7))).toEqual(
      GUIDES.map(({ name }) => name),
    )
    expect(
      pages.filter(({ path }) => path.startsWith('reference/')).map(({ path }) => path.slice(10)),
    ).toEqual(reference().resources.map(({ name }) => name))
    for (const { path, title, text } of pages) {
      expect(found(title), title).toContain(`docs:${path}`)
      expect(pageWithId(`docs:${path}`), path).toMatchObject({ title, text, path: `/docs/${path}` })
    }
    for (const { name, title } of TOOL_GUIDES) expect(found(title)[0], title).toBe(`guide:${name}`)
    expect(pageWithId('docs:nothing')).toBeNull()
  })
})
