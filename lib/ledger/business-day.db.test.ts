import { expect, it } from 'vitest'
import { complaintsOfDay } from '#lib/testing/business-day.ts'
import { JOINED, openInstance } from '#lib/testing/instance.ts'

/** The control of mutants.db.test.ts, where the same day has to fail a check. */
it.each(JOINED)(
  'a day of business %s is without complaint',
  async (_, join) => {
    const instance = await openInstance({ join })
    try {
      expect(await complaintsOfDay(instance)).toEqual([])
    } finally {
      await instance.close()
    }
  },
  90_000,
)
