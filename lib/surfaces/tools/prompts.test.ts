import { describe, expect, it } from 'vitest'
import { parseInput } from '#lib/pipeline/input.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import { type Json, outputSchema } from '#lib/surfaces/openapi/schemas.ts'
import { readArguments } from '#lib/surfaces/tools/arguments.ts'
import { type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'
import { FROM_RESULT, PROMPTS, promptChoices, writePrompt } from '#lib/surfaces/tools/prompt-texts.ts'
import { fieldProblems, itemFields } from '#lib/surfaces/tools/result.ts'
import { callsIn } from '#lib/testing/prompt-calls.ts'

/** Thursday 19 November 2026, 12:00 in India. */
const NOW = Date.parse('2026-11-19T12:00:00+05:30') / 1000
const PLACE = { zone: 'Asia/Kolkata', now: NOW }

const EXAMPLES: Record<string, string> = {
  date: 'yesterday',
  payment: 'asha@example.com',
  amount: '500',
  reason: 'Damaged',
  days: '14',
  tone: 'firm',
  payment_id: 'pay_NfLw3gQ81xRt0a',
  payout_id: 'pout_NfLw3gQ81xRt0a',
  time_zone: 'Asia/Kolkata',
}

function textOf(name: string, given: Record<string, string>): string {
  const { content } = writePrompt(name, given, PLACE).messages[0] ?? {}
  return (content as { text: string }).text
}

/** The arguments of a call in a prompt, with an example for each value that comes from a result. */
function filled({ arguments: taken }: OperationTool, args: Json): Json {
  const properties = taken.properties as Record<string, Json>
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      value === FROM_RESULT ? sampleOf(properties[name] ?? {}) : value,
    ]),
  )
}

/** Every name of a property in a schema, at any depth, and every choice. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, enum: choices } = schema as Json
  return [
    ...Object.keys((properties ?? {}) as object),
    ...(Array.isArray(choices) ? choices.map(String) : []),
    ...Object.values(schema).flatMap(namesIn),
  ]
}

/** What tools say beside the properties of their operations. */
const OF_RESULTS = ['has_more', 'idempotency_key']

describe.each(PROMPTS.map((prompt) => ({ ...prompt })))('$name', ({ name, arguments: takes }) => {
  const given = Object.fromEntries(takes.map((one) => [one.name, EXAMPLES[one.name] ?? '']))
  const needed = Object.fromEntries(
    takes.filter(({ required }) => required).map((one) => [one.name, EXAMPLES[one.name] ?? '']),
  )
  const texts = [textOf(name, given), textOf(name, needed)]

  it('names calls that are valid as they stand', () => {
    for (const text of texts) {
      const calls = callsIn(text)
      expect(calls.length).toBeGreaterThan(1)
      for (const { name: called, args } of calls) {
        const tool = tools().get(called)
        if (!tool) throw new Error(`There is no tool ${called}.`)
        const { idempotency_key: _, fields, ...own } = filled(tool, args)
        const { read, problems } = readArguments(tool.operation, own, { country: 'IN', now: NOW })
        const all = [...fieldProblems(tool.operation, fields), ...problems]
        expect(
          () => parseInput(tool.operation.input, read, all),
          `${called} ${JSON.stringify(args)}`,
        ).not.toThrow()
      }
    }
  })

  it('names nothing else than tools, and properties of their arguments and results', () => {
    for (const text of texts) {
      const called = callsIn(text).flatMap(({ name: one }) => tools().get(one) ?? [])
      const known = new Set([
        ...OF_RESULTS,
        ...tools().keys(),
        ...called.flatMap(({ arguments: taken }) => namesIn(taken)),
        ...called.flatMap(({ operation }) => [
          ...namesIn(outputSchema(operation.output)),
          ...itemFields(operation),
        ]),
      ])
      const words = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      expect(words.filter((word) => !known.has(word))).toEqual([])
    }
  })
})

describe('the date of a prompt', () => {
  it.each([
    ['2026-11-22', 1_795_285_800, 1_795_372_199, '22 Nov 2026'],
    ['yesterday', NOW - 129_600, NOW - 43_201, '18 Nov 2026'],
    ['last Monday', NOW - 302_400, NOW - 216_001, '16 Nov 2026'],
    ['24/10/2026', 1_792_780_200, 1_792_866_599, '24 Oct 2026'],
  ])('is a date or a word: %s', (date, from, to, words) => {
    const text = textOf('reconcile_day', { date })
    expect(text).toContain(
      `Reconcile ${words} (Asia/Kolkata), which is from ${from} to ${to} in Unix seconds`,
    )
    expect(text).toContain(`fetch_day_totals {"from":${from},"to":${to}}`)
  })

  it('is one of the account, or of the time zone that is given', () => {
    const singapore = writePrompt(
      'reconcile_day',
      { date: 'yesterday' },
      { zone: 'Asia/Singapore', now: NOW },
    )
    expect(JSON.stringify(singapore)).toContain('(Asia/Singapore)')
    expect(textOf('reconcile_day', { date: 'yesterday', time_zone: 'UTC' })).toContain('18 Nov 2026 (UTC)')
    expect(promptChoices('reconcile_day', 'date', PLACE).slice(0, 6)).toEqual([
      'yesterday',
      'today',
      'last Monday',
      'last 7 days',
      'last month',
      '2026-11-19',
    ])
  })
})
