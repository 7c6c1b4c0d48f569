import type { Verdict } from '#lib/values/signatures/verdict.ts'

export type DebugState = {
  /** What was given, except the secret: that is typed anew, so that it stands in no page. */
  values: Record<string, string>
  verdict?: Verdict | undefined
  error?: { description: string; field?: string } | undefined
  /** Changes with each answer. */
  turn: number
}

export type DebugAction = (state: DebugState, form: FormData) => Promise<DebugState>
