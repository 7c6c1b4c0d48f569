import type { Metadata, Viewport } from 'next'
import '#components/ui/css/fonts.css'
import '#components/ui/css/rupee.css'
import './globals.css'
import type { ReactNode } from 'react'
import { preloadDevanagari, preloadText } from '#components/ui/fonts.ts'
import { Listeners } from '#components/ui/listeners.tsx'
import { PreferencesProvider } from '#components/ui/preferences-provider.tsx'
import { currentPreferences } from '#lib/auth/staff.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'

export const metadata: Metadata = {
  title: { default: 'Counterfoil', template: '%s · Counterfoil' },
  description: 'Payments server and dashboard',
  icons: { icon: '/icon.svg' },
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, email: false, address: false },
}

const PAPER = { light: '#faf9f5', dark: '#151410' }

/** The colour of the browser's own bars follows the theme, chosen or the system's. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await currentPreferences()
  const bySystem = (['light', 'dark'] as const).map((scheme) => ({
    media: `(prefers-color-scheme: ${scheme})`,
    color: PAPER[scheme],
  }))
  return {
    width: 'device-width',
    initialScale: 1,
    themeColor: theme === 'light' || theme === 'dark' ? PAPER[theme] : bySystem,
  }
}

/** The cookies decide theme, density and sidebar here, on the server, so that nothing flashes. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [preferences, language] = await Promise.all([currentPreferences(), pageLanguage()])
  const { theme, density, sidebar, shortcuts } = preferences
  preloadText()
  if (language === 'hi') preloadDevanagari()
  return (
    <html
      lang={language}
      {...{
        'data-theme': theme,
        'data-density': density,
        'data-sidebar': sidebar,
        'data-shortcuts': shortcuts,
      }}
    >
      <body>
        <PreferencesProvider value={preferences}>{children}</PreferencesProvider>
        <Listeners />
        {/* The browser draws the page when it has read this far: half a row would move when its other half arrives. */}
        <link rel="expect" href="#page-read" blocking="render" />
        <template id="page-read" />
      </body>
    </html>
  )
}
