import { buttonLook } from '#components/ui/looks.ts'

/** Leads to the identity provider. A plain link, since the way leaves this site. */
export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  return (
    <div className="mt-4 border-t border-line pt-4 [&+div]:border-t-0 [&+div]:pt-0">
      <a
        href={`/login/provider?return_to=${encodeURIComponent(returnTo)}`}
        className={`${buttonLook({ size: 'large' })} w-full`}
      >
        Continue with {name}
      </a>
    </div>
  )
}
