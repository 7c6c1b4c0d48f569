import type { ComponentProps } from 'react'
import { Code } from '#components/docs/code.tsx'
import { C, Facts, Part, Reason } from '#components/docs/guides/prose.tsx'

const COMPONENTS = {
  a: (props: ComponentProps<'a'>) => <a {...props} className="link" />,
  code: C,
  ol: (props: ComponentProps<'ol'>) => <ol {...props} className="list-decimal pl-5" />,
  ul: (props: ComponentProps<'ul'>) => <ul {...props} className="list-disc pl-5" />,
  C,
  Code,
  Facts,
  Part,
  Reason,
}

/** What the Markdown of a guide is drawn with, and the components that it uses without an import. */
export function useMDXComponents() {
  return COMPONENTS
}
