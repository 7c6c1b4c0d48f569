import { durationText } from '#lib/values/time-text.ts'

/** When the next authorization expires, after the count of the tab; nothing where none is left. */
export function NextExpiry({ at, now }: { at: number | null; now: number }) {
  if (at === null || at <= now) return null
  return (
    <>
      {' · '}
      <span className="max-desk:sr-only">next expires in </span>
      {durationText(at - now)}
    </>
  )
}
