import { classNames } from '#components/ui/class-names.ts'

const COLOURS: Record<string, string> = {
  GET: 'text-hold',
  POST: 'text-good',
  PATCH: 'text-wait',
  PUT: 'text-wait',
  DELETE: 'text-bad',
}

/** The method of an address, as a word that is seen at once. */
export function Method({ method }: { method: string }) {
  return (
    <span className={classNames('mono min-w-[44px] flex-none font-[650]', COLOURS[method] ?? 'text-ink-2')}>
      {method}
    </span>
  )
}
