import type { ReactNode } from 'react'
import type { GuideName } from '#lib/api-docs/guides.ts'
import { AiClient } from './ai-client.tsx'
import { Authorization } from './authorization/authorization.tsx'
import { ClientLibrary } from './client-library.tsx'
import { Errors } from './errors.tsx'
import { GoingLive } from './going-live.tsx'
import { Idempotency } from './idempotency.tsx'
import { Paging } from './paging.tsx'
import type { GuideProps } from './prose.tsx'
import { RealService } from './real-service.tsx'
import { TestData } from './test-data.tsx'
import { Webhooks } from './webhooks.tsx'

const TEXTS: Record<GuideName, (props: GuideProps) => ReactNode> = {
  'client-library': ClientLibrary,
  'real-service': RealService,
  webhooks: Webhooks,
  idempotency: Idempotency,
  errors: Errors,
  paging: Paging,
  'ai-client': AiClient,
  authorization: Authorization,
  'test-data': TestData,
  'going-live': GoingLive,
}

/** The text of a guide. */
export function Guide({ name, reader }: GuideProps & { name: GuideName }) {
  const Text = TEXTS[name]
  return <Text reader={reader} />
}
