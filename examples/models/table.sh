#!/bin/sh
# Asks a model at a server the questions of every domain, in every language, and prints one table.
#
#   examples/models/table.sh http://127.0.0.1:8091/v1 [MODEL] [FOLDER OF SETS] [FOLDER OF RECORDINGS]
#
# A set is FOLDER/DOMAIN.jsonl; without one, the questions that come with the domain are asked. Answers are recorded, and a
# run that was ended goes on where it stopped. `cmec` and `jq` have to be on the path.
set -eu
endpoint=$1
model=${2:-}
sets=${3:-}
records=${4:-records}
mkdir -p "$records"
printf '%-11s %-4s %5s %6s %6s %7s %6s %7s %6s %7s %7s %6s %7s\n' \
  domain lang asked right wrong limited back reject clear 'tok in' 'tok out' 'p50 s' 'RS(10)'
for domain in wine enterprise mind address; do
  set -- --domain "$domain" --endpoint "$endpoint" --concurrency 1 --record "$records/$domain.jsonl" --format json
  [ -z "$model" ] || set -- "$@" --model "$model"
  [ -z "$sets" ] || set -- "$@" --set "$sets/$domain.jsonl"
  cmec eval "$@" | jq -r --arg domain "$domain" '
    .ways[] | [$domain, (.language // "all"), .questions, .right, .silent_wrong, .limited, .asked, .rejected + .failed,
      ((.clear_right // 0) * 100 | round | tostring + "%"),
      (.tokens.prompt / .questions | round), (.tokens.completion / .questions | round),
      ((.latency_ms.p50 // 0) / 100 | round / 10), .rs_10] | @tsv' |
    while IFS="$(printf '\t')" read -r d l n r w m b x c i o s p; do
      printf '%-11s %-4s %5s %6s %6s %7s %6s %7s %6s %7s %7s %6s %7s\n' "$d" "$l" "$n" "$r" "$w" "$m" "$b" "$x" "$c" "$i" "$o" "$s" "$p"
    done
done
