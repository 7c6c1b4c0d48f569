import type { ComponentProps } from 'react'
import type { GuideName } from '#lib/api-docs/guides.ts'
import type { SampleReader } from '#lib/api-docs/samples.ts'
import AcquirerAdapter from './acquirer-adapter.mdx'
import AiClient from './ai-client.mdx'
import Authorization from './authorization.mdx'
import ClientLibrary from './client-library.mdx'
import Errors from './errors.mdx'
import GoingLive from './going-live.mdx'
import Idempotency from './idempotency.mdx'
import Paging from './paging.mdx'
import { CodeSample } from './prose.tsx'
import RealService from './real-service.mdx'
import TestData from './test-data.mdx'
import Webhooks from './webhooks.mdx'

const TEXTS: Record<GuideName, typeof Webhooks> = {
  'client-library': ClientLibrary,
  'real-service': RealService,
  webhooks: Webhooks,
  idempotency: Idempotency,
  errors: Errors,
  paging: Paging,
  'ai-client': AiClient,
  authorization: Authorization,
  'acquirer-adapter': AcquirerAdapter,
  'test-data': TestData,
  'going-live': GoingLive,
}

/** The text of a guide, whose samples have the base URL and key of the reader. */
export function Guide({ name, reader }: { name: GuideName; reader: SampleReader }) {
  const Text = TEXTS[name]
  const Sample = (sample: Omit<ComponentProps<typeof CodeSample>, 'reader'>) => (
    <CodeSample {...sample} reader={reader} />
  )
  return <Text reader={reader} components={{ CodeSample: Sample }} />
}
