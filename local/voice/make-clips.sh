#!/bin/sh
# Makes the clips of all assistant lines of lines.json, as clips/<language>/<line>-<n>.opus.
# Needs flite (English), espeak-ng (Czech), ffmpeg and opus-tools of Debian.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf clips
mkdir -p clips/en clips/cs

node -e '
  const lines = require("./lines.json");
  for (const [language, turns] of Object.entries(lines))
    for (const [turn, sentences] of Object.entries(turns))
      if (turn !== "visitor")
        sentences.forEach((text, i) => console.log([language, `${turn}-${i + 1}`, text].join("\t")));
' >"$work/lines.tsv"

while IFS="$(printf '\t')" read -r language name text; do
  case $language in
    # Both programs would read CRM as one word.
    en) flite -voice slt --setf duration_stretch=1.05 -t "$(printf '%s' "$text" | sed 's/CRM/C R M/g')" -o "$work/raw.wav" ;;
    cs) espeak-ng -v cs -s 165 -p 42 -w "$work/raw.wav" -- "$(printf '%s' "$text" | sed 's/CRM/cé er em/g')" ;;
  esac
  # Trims silence, equalizes loudness, and adds a short pause at the end.
  ffmpeg -nostdin -v error -y -i "$work/raw.wav" -af \
    "highpass=f=90,silenceremove=start_periods=1:start_threshold=-45dB,areverse,silenceremove=start_periods=1:start_threshold=-45dB,areverse" \
    "$work/trimmed.wav"
  mean=$(ffmpeg -nostdin -i "$work/trimmed.wav" -af volumedetect -f null - 2>&1 | sed -n 's/.*mean_volume: \(.*\) dB/\1/p')
  ffmpeg -nostdin -v error -y -i "$work/trimmed.wav" -af \
    "volume=$(awk "BEGIN { print -19 - ($mean) }")dB,alimiter=limit=0.8:level=0,aresample=24000,apad=pad_dur=0.22" \
    -ac 1 -bitexact "$work/clean.wav"
  opusenc --quiet --speech --bitrate 18 --framesize 60 --discard-comments --padding 0 --serial 1 \
    "$work/clean.wav" "clips/$language/$name.opus"
done <"$work/lines.tsv"

du -cb clips/*/*.opus | tail -1
