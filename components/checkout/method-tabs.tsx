import Link from 'next/link'
import { segment, segments } from '#components/ui/looks.ts'
import { METHOD_WORDS, METHODS, type Method } from './pay-state.ts'

/** The ways to pay. Each is a link, so they work without JavaScript. */
export function MethodTabs({ method, hrefOf }: { method: Method; hrefOf: (method: Method) => string }) {
  return (
    <nav aria-label="Payment methods" className={`${segments} auto-cols-auto`} data-segments="">
      {METHODS.map((each) => (
        <Link
          key={each}
          href={hrefOf(each)}
          prefetch={false}
          scroll={false}
          aria-current={each === method ? 'page' : undefined}
          className={`${segment} focus-visible:z-1 max-phone:px-1 pointer-coarse:py-3`}
        >
          {METHOD_WORDS[each]}
        </Link>
      ))}
    </nav>
  )
}
