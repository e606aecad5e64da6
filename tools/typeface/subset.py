"""Makes the two files of the typeface that the site serves; docs/decisions/010 says why.

Usage: python3 tools/typeface/subset.py FONTSOURCE_FILES, where FONTSOURCE_FILES is the folder `files` of the npm package
@fontsource-variable/bricolage-grotesque 5.3.0. Needs fonttools 4.38 or newer with brotli (Debian: fonttools,
python3-brotli).
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHTS = {"wght": (400, 700)}
# What nobody writes to us, or seldom.
RARE = "^`{|}~\\[]<>=*#$+_;'\"×–—‘“”•…·"
# What an English page contains: no more than the first packets of an answer hold.
BASIC = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in RARE) + "\u00a0©’"
# What Czech texts and names have besides.
LATIN = RARE + "§°„‚€−ÀÁÂÄÇÈÉÊÍÓÖÚÜÝßàáâäçèéêëíîïñóôöùúûüý"
LATIN_EXTENDED = "čďěňřšťůžČĎĚŇŘŠŤŮŽľĺŕĽ"
# A pixel in the largest heading: nobody sees a smaller correction.
LEAST_KERNING = 14


def read(folder: Path, part: str) -> TTFont:
    font = TTFont(folder / f"bricolage-grotesque-{part}-wght-normal.woff2")
    return instantiateVariableFont(font, WEIGHTS)


def keep(font: TTFont, characters: str, features: list[str]) -> TTFont:
    options = subset.Options(layout_features=features, name_IDs=[0, 14], notdef_outline=True)
    # What only applications show, and how the line under a link grows with its weight.
    options.drop_tables += ["STAT", "MVAR"]
    worker = subset.Subsetter(options)
    worker.populate(text=characters)
    worker.subset(font)
    return font


def simplify_kerning(font: TTFont) -> None:
    """Kerning between letters alone, the same for all weights: what it varies by is invisible, and half of the table."""
    letters = {glyph for code, glyph in font.getBestCmap().items() if chr(code).isalpha()}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            table.ValueFormat1 &= 0x0F
            table.ValueFormat2 &= 0x0F
            for first, second, record in pairs_of(table):
                value = record.Value1
                if value is None:
                    continue
                for device in [name for name in vars(value) if name.endswith("Device")]:
                    delattr(value, device)
                if abs(value.XAdvance) < LEAST_KERNING or not (first & letters and second & letters):
                    value.XAdvance = 0


def pairs_of(table):
    """The table's entries with the glyphs that each is about."""
    covered = table.Coverage.glyphs
    if table.Format == 1:
        for glyph, pairs in zip(covered, table.PairSet):
            for record in pairs.PairValueRecord:
                yield {glyph}, {record.SecondGlyph}, record
        return
    for number, row in enumerate(table.Class1Record):
        first = {glyph for glyph in covered if table.ClassDef1.classDefs.get(glyph, 0) == number}
        for second, record in enumerate(row.Class2Record):
            classes = table.ClassDef2.classDefs
            yield first, {glyph for glyph, name in classes.items() if name == second}, record


def add_glyphs(font: TTFont, extension: TTFont) -> None:
    """Takes over the characters of another file; both come from one master, so that their axes agree."""
    del font["HVAR"]  # Without it a browser reads the varying widths from the outlines' own deltas.
    names = {name: f"{name}.extended" for name in extension.getGlyphOrder()}
    font.setGlyphOrder(font.getGlyphOrder() + list(names.values()))
    for name, new in names.items():
        glyph = extension["glyf"][name]
        if glyph.isComposite():
            for component in glyph.components:
                component.glyphName = names[component.glyphName]
        font["glyf"].glyphs[new] = glyph
        font["hmtx"].metrics[new] = extension["hmtx"].metrics[name]
        font["gvar"].variations[new] = extension["gvar"].variations.get(name, [])
    font["glyf"].glyphOrder = font.getGlyphOrder()
    for table in font["cmap"].tables:
        table.cmap.update({code: names[name] for code, name in extension.getBestCmap().items()})


def write(font: TTFont, path: Path) -> None:
    font.flavor = "woff2"
    font.save(path)
    print(path, path.stat().st_size)


def main(source: Path) -> None:
    basic = keep(read(source, "latin"), BASIC, ["kern"])
    simplify_kerning(basic)
    # Once more, so that what the kerning varied by goes, too.
    write(keep(basic, BASIC, ["kern"]), Path("app/fonts/bricolage-basic.woff2"))
    more = keep(read(source, "latin"), LATIN, [])
    add_glyphs(more, keep(read(source, "latin-ext"), LATIN_EXTENDED, []))
    write(more, Path("public/fonts/bricolage-more-1.woff2"))


main(Path(sys.argv[1]))
