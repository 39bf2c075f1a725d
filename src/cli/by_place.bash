_quincunx_by_place() {
    _quincunx "$@"
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} word has_game=
    # An option that wants a value is answered above.
    [[ $current == -* || $before == --* ]] && return
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in {games}) has_game=yes ;; esac
    done
    local kept=()
    for word in "${COMPREPLY[@]}"; do
        case $word in
            -*) continue ;;
            {games}) [[ $has_game ]] && continue ;;
        esac
        kept+=("$word")
    done
    COMPREPLY=("${kept[@]}")
    case ${COMP_WORDS[1]} in
        {with_files}) [[ $COMP_CWORD -gt 1 ]] && mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}
