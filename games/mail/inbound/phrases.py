"""How mail programs and people say that something is quoted, signed or meant kindly."""

from __future__ import annotations

import re
from typing import Final

from games.mail.marks import QUOTE_SIGN

# A quotation of the kind that puts a sign before each line, or the writer's initials and a sign.
QUOTED: Final = re.compile(rf"^[ \t\xa0]*{QUOTE_SIGN}")

# Something that was meant to be an order: a head and what it says, or an arrow.
ARROW: Final = re.compile(r"[-=]>|→")
ORDER_LIKE: Final = re.compile(rf"[:=](?!//)\s*\S|{ARROW.pattern}")

# “On Monday … wrote:”, “Am 3. Mai um 8 Uhr schrieb Anna <…>:”, “Anna <…> schrieb am …:”.
WROTE: Final = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|écrit|scritto|escribió|schreef|skrev|napisał)\b",
    re.IGNORECASE,
)
ATTRIBUTION_BEGINS: Final = re.compile(
    r"^(?:on|am|at|le|il|el|op|den|dnia|vom)\b|^\S[^<]{0,80}<\S{1,200}@|^.{0,80}\bschrieb am\b",
    re.IGNORECASE,
)
DATED: Final = re.compile(r"\d\d|@")
SEPARATOR: Final = re.compile(
    r"^[\s*_]*[-–—=_]{2,}\s*(?:original[ -]?(?:message|nachricht|mail)|originalnachricht"
    r"|ursprüngliche (?:nachricht|e-?mail)|forwarded message|weitergeleitete nachricht"
    r"|weitergeleitete e-?mail|message d'origine|message transféré|reply message|antwort-nachricht"
    r"|urspr[^a-z]{1,4}ngliche nachricht)"
    r".{0,80}$"
    r"|^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail))\s*:\s*$",
    re.IGNORECASE,
)
# The head of a mail as Outlook and web mail put it above what they quote.
HEAD_LINE: Final = re.compile(
    r"^[\s*>]*(?:from|von|sent|gesendet|date|datum|to|an|subject|betreff|cc|kopie|reply-to"
    r"|antwort an|importance|wichtigkeit|de|envoyé|à|objet)\s*\*?\s*:\*?\s",
    re.IGNORECASE,
)
HEAD_BEGINS: Final = re.compile(
    r"^[\s*]*(?:from|von|gesendet|sent|date|datum|de)\s*\*?\s*:\*?\s", re.IGNORECASE
)
RULE: Final = re.compile(r"^\s*[_=*-]{5,}\s*$")
SIGNATURE: Final = re.compile(r"^--\s*$")
# Lines of a signature that begin like an order: who can be reached how, and what the law demands.
CONTACT: Final = re.compile(
    r"^[\s*•·|]*(?:(?:(?:tel|fon|phone|fax|telefax|telephone|telefon|mobil|mobile|mobiltelefon|cell"
    r"|handy|e-?mail|web|internet|adresse|address|vorstand|aufsichtsrat|department|abteilung"
    r"|registergericht|amtsgericht|handelsregister|handelsregister-?nr|steuer(?:nummer|-?nr|-?id)"
    r"|tax (?:id|no|number)|ust-?id(?:-?nr)?|vat(?: id| no)?|bic|iban|hrb)\b[^:]{0,30}:)"
    r"|[a-z]\.?\s*:\s*(?:[+(0]|\S+@|www\.|https?://))",
    re.IGNORECASE,
)
DEVICE: Final = re.compile(
    r"^(?:(?:sent|gesendet|verschickt|von meinem|from my|get outlook|holen sie sich outlook"
    r"|outlook für|diese nachricht wurde von|diese e-?mail wurde|mit freundlichen grüßen, gesendet"
    r"|this (?:e-?mail|message) was sent|envoyé de(?:puis)?)\b.{0,120}"
    r"|\[?(?:avast|virenfrei|virus-free).{0,80})$",
    re.IGNORECASE,
)
PLEASANTRY: Final = re.compile(
    r"^(?:hallo|hi|hey|hello|dear|liebe[rs]?|moin|servus|guten (?:morgen|tag|abend)|good (?:morning"
    r"|evening|day)|sehr geehrte|vielen dank|danke|thanks|thank you|thx|cheers|many thanks"
    r"|(?:viele|liebe|beste|schöne|herzliche|freundliche|many|best|kind|warm) ?"
    r"(?:grüße|grüsse|gruesse|gruß|regards|wishes)|mit (?:freundlichen|besten|lieben|vielen)"
    r" gr(?:ü|ue)(?:ß|ss)en|gr(?:u|ü|ue)(?:ß|ss)e?|regards|sincerely|yours|best|lg|vg|mfg|bg"
    r"|bis (?:bald|dann)|schönen? (?:tag|abend|woche|wochenende))\b[^:=>→]{0,60}$",
    re.IGNORECASE,
)
CLOSING: Final = re.compile(
    r"^(?:(?:viele|liebe|beste|schöne|herzliche|freundliche|many|best|kind|warm) ?"
    r"(?:grüße|grüsse|gruesse|gruß|regards|wishes)|mit .{3,12} gr(?:ü|ue)(?:ß|ss)en"
    r"|gr(?:u|ü|ue)(?:ß|ss)e?|regards|cheers|sincerely|yours|best|lg|vg|mfg|bg)\b",
    re.IGNORECASE,
)
# Words that may take back or change the order above them: no name, and no kind word either.
CONTRADICTION: Final = re.compile(
    r"\b(?:not|no|none|nothing|never|nor|neither|cannot|[a-z]+n['’‘´`]t|dont|cant|wont|stop|cancel\w*"
    r"|wait|hold|without|instead|rather|except|unless|but|undo|ignore|forget|skip|wrong|mistake"
    r"|nein|nicht|nichts|kein\w*|nie|niemals|ohne|halt|stopp|doch|aber|sondern|(?:an)?statt"
    r"|stattdessen|warten?|au(?:ß|ss)er|abbrechen|abbruch|storn\w+|streich\w*|zur(?:ü|ue)ck"
    r"|ignorier\w*|vergiss|falsch|irrtum)\b",
    re.IGNORECASE,
)
