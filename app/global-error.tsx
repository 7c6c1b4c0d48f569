'use client'
import './globals.css'
import { Failure } from '#components/ui/failure.tsx'

/** Replaces the root layout when that itself has failed. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <html lang="en">
      <body>
        <title>Counterfoil</title>
        <main className="grid min-h-dvh place-content-center">
          <Failure heading="h1" error={error} retry={retry} />
        </main>
      </body>
    </html>
  )
}
