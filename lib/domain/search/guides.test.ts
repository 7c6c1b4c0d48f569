import { describe, expect, it } from 'vitest'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { guidesAbout, guideUrl } from './guides.ts'

const found = (question: string) => guidesAbout(question).map(({ name }) => name)

describe('guides', () => {
  it.each([
    ['how do refunds work', 'refunds'],
    ['How do refunds work?', 'refunds'],
    ['refund', 'refunds'],
    ['partial refund of a payment', 'refunds'],
    ['can I refund part of a payment', 'refunds'],
    ['when does the payer get an instant refund', 'refunds'],
    ['refund speed', 'refunds'],
    ['how do I move money and what is an idempotency key', 'money'],
    ['idempotency', 'money'],
    ['idempotency key', 'money'],
    ['what needs approval', 'money'],
    ['limits per call', 'money'],
    ['why is my call waiting for approval', 'money'],
    ['pagination', 'lists'],
    ['how do I page through a list', 'lists'],
    ['cursor', 'lists'],
    ['list payments', 'lists'],
    ['has_more', 'lists'],
    ['read all payments of a period', 'lists'],
    ['choose the fields of items', 'lists'],
    ['errors', 'errors'],
    ['error format', 'errors'],
    ['insufficient_scope', 'errors'],
    ['what to do when a call fails', 'errors'],
    ['permission denied', 'errors'],
    ['counterfoil', 'start'],
    ['how does Counterfoil work', 'start'],
    ['what are the states of an order', 'start'],
    ['timestamp format', 'start'],
    ['which currency unit do amounts have', 'start'],
    ['what is a wallet', 'start'],
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
  ])('about "%s" are not found', (question) => {
    expect(found(question)).toEqual([])
  })

  it('are at most two, however many words are asked', () => {
    for (const { text } of TOOL_GUIDES) expect(found(text).length).toBeLessThanOrEqual(2)
  })

  it('are found by their titles, and have URLs of their own', () => {
    for (const { name, title } of TOOL_GUIDES) expect(found(title)[0], title).toBe(name)
    expect(new Set(TOOL_GUIDES.map((guide) => guideUrl('', guide))).size).toBe(TOOL_GUIDES.length)
  })
})
