//! Two lexers over the same text: one knows keys, one knows values. A key and its colon are one token, so an object is
//! read with one step per key, and each step knows which of the two it wants.
//!
//! They read bytes: a class of "any byte but a quote" is one state, where "any character but a quote" is many.

use logos::Logos;

/// A key with its colon, or the end of the object.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(utf8 = false)]
#[logos(skip br"[ \t\r\n]+")]
#[rustfmt::skip]
pub(super) enum Key {
    #[token(b"}")] End,
    #[regex(br#""s"[ \t\r\n]*:"#)] S,
    #[regex(br#""o"[ \t\r\n]*:"#)] O,
    #[regex(br#""tg"[ \t\r\n]*:"#)] Tg,
    #[regex(br#""E"[ \t\r\n]*:"#)] E,
    #[regex(br#""R"[ \t\r\n]*:"#)] R,
    #[regex(br#""A"[ \t\r\n]*:"#)] A,
    #[regex(br#""C"[ \t\r\n]*:"#)] C,
    #[regex(br#""G"[ \t\r\n]*:"#)] G,
    #[regex(br#""Q"[ \t\r\n]*:"#)] Q,
    #[regex(br#""X"[ \t\r\n]*:"#)] X,
    #[regex(br#""txt"[ \t\r\n]*:"#)] Txt,
    #[regex(br#""ty"[ \t\r\n]*:"#)] Ty,
    #[regex(br#""id"[ \t\r\n]*:"#)] Id,
    #[regex(br#""r"[ \t\r\n]*:"#)] Rel1,
    #[regex(br#""dir"[ \t\r\n]*:"#)] Dir,
    #[regex(br#""fr"[ \t\r\n]*:"#)] Fr,
    #[regex(br#""to"[ \t\r\n]*:"#)] To,
    #[regex(br#""flt"[ \t\r\n]*:"#)] Flt,
    #[regex(br#""srt"[ \t\r\n]*:"#)] Srt,
    #[regex(br#""pg"[ \t\r\n]*:"#)] Pg,
    #[regex(br#""agg"[ \t\r\n]*:"#)] Agg,
    #[regex(br#""grp"[ \t\r\n]*:"#)] Grp,
    #[regex(br#""set"[ \t\r\n]*:"#)] Set,
    #[regex(br#""f"[ \t\r\n]*:"#)] F,
    #[regex(br#""op"[ \t\r\n]*:"#)] Op,
    #[regex(br#""v"[ \t\r\n]*:"#)] V,
    #[regex(br#""ord"[ \t\r\n]*:"#)] Ord,
    #[regex(br#""lim"[ \t\r\n]*:"#)] Lim,
    #[regex(br#""off"[ \t\r\n]*:"#)] Off,
    #[regex(br#""m"[ \t\r\n]*:"#)] M,
    #[regex(br#""by"[ \t\r\n]*:"#)] By,
    #[regex(br#""hav"[ \t\r\n]*:"#)] Hav,
    #[regex(br#""fn"[ \t\r\n]*:"#)] Fn,
    #[regex(br#""as"[ \t\r\n]*:"#)] As,
    #[regex(br#""n"[ \t\r\n]*:"#)] N,
    #[regex(br#""l"[ \t\r\n]*:"#)] L,
    #[regex(br#""dep"[ \t\r\n]*:"#)] Dep,
    #[regex(br#""rel"[ \t\r\n]*:"#)] Rel,
    #[regex(br#""path"[ \t\r\n]*:"#)] Path,
    #[regex(br#""src"[ \t\r\n]*:"#)] Src,
    #[regex(br#""hop"[ \t\r\n]*:"#)] Hop,
    #[regex(br#""cor"[ \t\r\n]*:"#)] Cor,
    #[regex(br#""k"[ \t\r\n]*:"#)] K,
    #[regex(br#""rr"[ \t\r\n]*:"#)] Rr,
    #[regex(br#""kd"[ \t\r\n]*:"#)] Kd,
    #[regex(br#""tag"[ \t\r\n]*:"#)] Tag,
    #[regex(br#""prj"[ \t\r\n]*:"#)] Prj,
    #[regex(br#""q"[ \t\r\n]*:"#)] Qq,
    #[regex(br#""opt"[ \t\r\n]*:"#)] Opt,
}

/// A value or a mark between values.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(utf8 = false)]
#[logos(skip br"[ \t\r\n]+")]
#[rustfmt::skip]
pub(super) enum Value {
    #[token(b"{")] OpenObject,
    #[token(b"}")] CloseObject,
    #[token(b"[")] OpenList,
    #[token(b"]")] CloseList,
    #[token(b",")] Comma,
    #[token(b"true")] True,
    #[token(b"false")] False,
    #[token(b"null")] Null,
    #[regex(br"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")] Number,
    #[regex(br#""(?-u:[^"\\\x00-\x1F])*""#, priority = 5)] String,
    #[regex(br#""(?-u:[^"\\\x00-\x1F]|\\[^\x00-\x1F])*""#, priority = 1)] EscapedString,
}
