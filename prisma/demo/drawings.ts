import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A letter of one page, the same to the byte for the same time (Unix seconds). */
export async function drawLetter(title: string, lines: string[], at: number): Promise<Buffer> {
  const date = new Date(at * 1000)
  const letter = new PDFDocument({
    size: 'A4',
    margin: 64,
    info: { Title: title, Author: 'Kaveri Stores', CreationDate: date, ModDate: date },
  })
  letter.font('Helvetica-Bold').fontSize(11).fillColor('#0d5a45').text('KAVERI STORES')
  letter.font('Helvetica').fontSize(9).fillColor('#55524a').text('Devaraja Market, Mysuru')
  letter.moveTo(64, 110).lineTo(531, 110).lineWidth(0.7).strokeColor('#cdc7b8').stroke()
  letter.fillColor('#1d1c18').font('Helvetica-Bold').fontSize(20).text(title, 64, 136)
  letter
    .font('Helvetica')
    .fontSize(10)
    .fillColor('#55524a')
    .text(date.toUTCString().slice(5, 16))
    .moveDown(1.5)
  letter.fillColor('#1d1c18').fontSize(12)
  for (const line of lines) letter.text(line).moveDown(0.5)
  letter.moveTo(64, 700).lineTo(240, 700).stroke()
  letter.fontSize(9).fillColor('#55524a').text('For Kaveri Stores', 64, 708)
  letter.end()
  return Buffer.concat(await letter.toArray())
}

/** A photo of a parcel on a table, or nearly. */
export function drawParcel(): Promise<Buffer> {
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
<linearGradient id="wall" x2="0" y2="1"><stop stop-color="#d9d4c7"/><stop offset="1" stop-color="#bfb8a6"/></linearGradient>
<rect width="1200" height="900" fill="url(#wall)"/><rect y="610" width="1200" height="290" fill="#7b5a3c"/>
<path d="M280 360l330-90 330 90v330l-330 110-330-110z" fill="#b98a55"/><path d="M280 360l330 100v340l-330-110z" fill="#a67743"/>
<path d="M610 460l330-100v330l-330 110z" fill="#c99a63"/><path d="M430 320l330 96v80l-60 18v-82l-330-96z" fill="#e6dcc0" opacity=".8"/>
<path d="M680 540l190-58v130l-190 60z" fill="#f7f4ec"/><g stroke="#3a3832" stroke-width="5"><path d="M700 566l130-40M700 590l150-46M700 614l90-28"/><path stroke-width="14" d="M706 648l120-37" stroke-dasharray="5 4"/></g>
</svg>`)
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A sheet with a stamp and a signature. */
export function drawSignature(): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, at) => {
    const width = at % 5 === 4 ? 320 : 620 - ((at * 67) % 120)
    return `<rect x="110" y="${240 + at * 38}" width="${width}" height="9" rx="4" fill="#c9c4b6"/>`
  })
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" width="840" height="1120">
<rect width="840" height="1120" fill="#fdfcf8"/><rect x="110" y="110" width="300" height="22" rx="4" fill="#55524a"/><rect x="110" y="150" width="190" height="12" rx="4" fill="#8f897a"/>
${lines.join('')}
<g fill="none" stroke="#7a2f6b" stroke-width="5" opacity=".75"><circle cx="620" cy="920" r="92"/><circle cx="620" cy="920" r="72"/><path d="M572 920h96M590 900h60M590 940h60"/></g>
<path d="M150 930c40-90 80-60 60 10s-50 40-20-10 70-70 80-20 20 40 50-20 40 60 90-10 40 30 70 0" fill="none" stroke="#1e4b99" stroke-width="5" stroke-linecap="round"/>
</svg>`)
    .png({ palette: true })
    .toBuffer()
}

function picture(svg: string) {
  return sharp(Buffer.from(svg))
}
