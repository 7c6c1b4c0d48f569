import { describe, expect, it } from 'vitest'
import { EXPECTED, FAILING } from '#e2e/api/corpus/expected.ts'
import { readCorpus, replay } from '#lib/testing/conformance.ts'

const corpus = readCorpus()
const failed = new Set<string>()

describe('requests as public clients send them', () => {
  it.each(corpus.map((recording) => [recording.client, recording] as const))('%s', async (_, recording) => {
    const results = await replay(recording)
    expect(results).toHaveLength(recording.steps.length)
    const report: string[] = []
    for (const { step, problems, text } of results) {
      if (problems.length === 0) continue
      failed.add(step.name)
      if (!(step.name in FAILING)) report.push(`${step.name}: ${problems.join('; ')} (${text.slice(0, 300)})`)
    }
    expect(report).toEqual([])
  })

  it('has no mark for a step that passes with every client', () => {
    expect(Object.keys(FAILING).filter((name) => !failed.has(name))).toEqual([])
  })

  it('expects nothing of a step that no client sends', () => {
    const sent = new Set(corpus.flatMap(({ steps }) => steps.map(({ name }) => name)))
    expect(Object.keys(EXPECTED).filter((name) => !sent.has(name))).toEqual([])
  })
})
