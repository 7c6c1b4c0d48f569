import type { SampleReader } from '#lib/api-docs/samples.ts'
import { fetchSampleKey } from '#lib/domain/overview/first-steps.ts'
import { env } from '#lib/process/env.ts'
import { readAs, testActor } from '#lib/surfaces/try-out.ts'

/** The base URL and test key in the samples: those of the signed-in person, else placeholders. */
export async function currentReader(): Promise<SampleReader> {
  const actor = await testActor()
  const key = actor && (await readAs(actor, fetchSampleKey, {}))
  return { baseUrl: env().BASE_URL, keyId: key?.key_id ?? null }
}
