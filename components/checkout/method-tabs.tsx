import { segment, segments } from '#components/ui/looks.ts'
import { METHOD_WORDS, METHODS, type Method } from './pay-state.ts'

/** The ways to pay an order. Each is a link, so they work without JavaScript. */
export function MethodTabs({ method, hrefOf }: { method: Method; hrefOf: (method: Method) => string }) {
  return (
    <nav
      aria-label="Payment methods"
      className={`${segments} auto-cols-auto`}
      data-segments=""
      data-methods=""
    >
      {METHODS.map((each) => (
        <a
          key={each}
          href={hrefOf(each)}
          aria-current={each === method ? 'page' : undefined}
          className={`${segment} focus-visible:z-1 max-phone:px-1 pointer-coarse:py-3`}
        >
          {METHOD_WORDS[each]}
        </a>
      ))}
    </nav>
  )
}
