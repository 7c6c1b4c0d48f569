declare module '*.mdx' {
  import type { ComponentType, ReactNode } from 'react'
  import type { SampleReader } from '#lib/api-docs/samples.ts'

  export default function Text(props: {
    /** For texts with the reader's own URL and key. */
    reader?: SampleReader
    /** Components that this page adds to those of mdx-components.tsx. */
    components?: Record<string, ComponentType<never>>
  }): ReactNode
}
