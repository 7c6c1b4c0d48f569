import Link from 'next/link'
import { METHOD_WORDS, METHODS, type Method } from './pay-state.ts'

/** The ways to pay. Each is a link, so they work without JavaScript. */
export function MethodTabs({ method, hrefOf }: { method: Method; hrefOf: (method: Method) => string }) {
  return (
    <nav
      aria-label="Payment methods"
      className="segments auto-cols-auto! max-phone:[&>*]:px-1! pointer-coarse:[&>*]:py-3!"
    >
      {METHODS.map((each) => (
        <Link
          key={each}
          href={hrefOf(each)}
          prefetch={false}
          scroll={false}
          aria-current={each === method ? 'page' : undefined}
          className="focus-visible:z-1"
        >
          {METHOD_WORDS[each]}
        </Link>
      ))}
    </nav>
  )
}
