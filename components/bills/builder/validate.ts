import { type FieldErrors, type Resolver, set } from 'react-hook-form'
import { build, type Kept, type Problem } from '#components/bills/draft/build.ts'
import type { BillDraft, DraftSetting } from '#components/bills/draft/draft.ts'
import { problemsOf } from '#components/bills/draft/problems.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'

/** Validates the draft by the API schema, and assigns each problem to its field. */
export function validateWith(setting: DraftSetting, kept: Kept): Resolver<BillDraft, unknown, BillBody> {
  return (draft) => {
    const built = build(draft, setting, kept)
    const problems = problemsOf(built)
    if (problems.length === 0) return { values: built.body, errors: {} }
    const errors: FieldErrors<BillDraft> = {}
    for (const { path, message } of problems) set(errors, path, { type: 'bill', message })
    return { values: {}, errors }
  }
}

/** Every error, with the path of its field: the summary lists the same errors as the fields. */
export function problemsIn(errors: unknown, path: string[] = []): Problem[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && 'type' in errors && typeof errors.message === 'string')
    return [{ path: path.join('.'), message: errors.message }]
  return Object.entries(errors).flatMap(([name, inner]) =>
    name === 'ref' ? [] : problemsIn(inner, [...path, name]),
  )
}
