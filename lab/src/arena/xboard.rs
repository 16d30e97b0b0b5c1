//! The XBoard protocol (CECP, version 2) from the side of the GUI.
//!
//! ```text
//!   start      xboard, protover 2, feature ... done=1 (or two seconds), memory, cores, option
//!   new game   new, easy, post, force, ping
//!   search     level or st, sd, setboard, moves; time, otim, go ... move
//! ```
//! Engines remember the game, so only new moves are sent. They are sent in force mode, where an engine accepts moves
//! even if it considers the game over. Claims of results, draws and illegal moves are ignored; an engine that stops
//! after a claim loses by its timeout. The protocol has no node limit. Its time controls are in whole seconds; only
//! `time` is in centiseconds.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role, Square};

use super::connection::{ClientConfig, Connection, EngineFailure};
use super::features::{Done, Features};
use super::game_record::GameRecord;
use super::info::Info;
use super::limit::{Clock, SearchLimits};
use super::process::{Event, LineKind};
use super::protocol::{Protocol, Reply};
use super::roster::EngineSpec;

/// Time for the features of an engine that does not send `done=1`.
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// The XBoard protocol and the state of the engine.
pub struct Xboard {
    features: Features,
    mode: CastlingMode,
    /// Number of the last `ping`.
    last_ping: u32,
    has_played: bool,
    /// The game and the position on the engine's board.
    game: GameRecord,
    position: Chess,
    /// The last limits that were sent in this game.
    limit_commands: String,
    /// Timeout of a search without a clock.
    timeout: Duration,
}

impl Xboard {
    /// Runs the handshake and sets the options.
    ///
    /// # Errors
    /// The engine does not answer, or does not play the variant.
    pub fn start(
        connection: &mut Connection,
        engine: &EngineSpec,
        config: &ClientConfig,
        stop: &AtomicBool,
    ) -> Result<Self, EngineFailure> {
        let features = read_features(connection, stop)?;
        if config.chess960 && !features.chess960 {
            return Err(EngineFailure::NoChess960);
        }
        connection.write(&option_commands(engine, &features), connection.timeout, stop)?;
        Ok(Self {
            features,
            mode: CastlingMode::from_chess960(config.chess960),
            last_ping: 0,
            has_played: false,
            game: GameRecord::new(None),
            position: Chess::default(),
            limit_commands: String::new(),
            timeout: config.timeout,
        })
    }

    /// Classifies a line of engine output.
    pub fn classify(line: &str, _: &str) -> LineKind {
        match line.split_ascii_whitespace().next() {
            Some("move" | "resign") => LineKind::BestMove,
            Some("feature" | "pong") => LineKind::Response,
            Some(_) if Info::parse_thinking(line).is_some() => LineKind::Info,
            _ => LineKind::Garbage,
        }
    }

    /// Resets the state and returns the commands of a new game.
    fn new_game_commands(&mut self) -> &'static str {
        (self.game, self.position) = (GameRecord::new(None), Chess::default());
        self.limit_commands.clear();
        match self.mode {
            CastlingMode::Standard => "new\neasy\npost\nforce\n",
            CastlingMode::Chess960 => "new\nvariant fischerandom\neasy\npost\nforce\n",
        }
    }

    /// Adds the commands that bring the engine's board to the last position of `game`.
    fn sync_game(&mut self, lines: &mut String, game: &GameRecord) -> Result<(), EngineFailure> {
        if game.since(&self.game).is_none() {
            // What has just begun is a new game; another `new` would take time from the clock.
            if self.game != GameRecord::new(None) {
                lines.push_str(self.new_game_commands());
            }
            if let Some(fen) = game.fen() {
                self.set_up(lines, fen)?;
            }
        }
        let known = std::mem::replace(&mut self.game, game.clone());
        for word in game.since(&known).into_iter().flatten() {
            let mv = word.parse::<UciMove>().ok().and_then(|mv| mv.to_move(&self.position).ok());
            let mv = mv.ok_or(EngineFailure::NoSetup)?;
            let text = self.format_move(mv);
            let _ = writeln!(lines, "{}", self.features.move_command(&text));
            self.position.play_unchecked(mv);
        }
        Ok(())
    }

    /// Adds the commands that set up a position at the start of a game.
    fn set_up(&mut self, lines: &mut String, fen: &str) -> Result<(), EngineFailure> {
        let position: Option<Chess> = fen.parse::<Fen>().ok().and_then(|fen| fen.into_position(self.mode).ok());
        let position = position.ok_or(EngineFailure::NoSetup)?;
        if self.features.setboard {
            let _ = writeln!(lines, "setboard {fen}");
        } else {
            lines.push_str(&edit_commands(&position, &self.features).ok_or(EngineFailure::NoSetup)?);
        }
        (self.game, self.position) = (GameRecord::new(Some(fen)), position);
        Ok(())
    }

    /// Formats a move in the engine's notation.
    fn format_move(&self, mv: Move) -> String {
        if self.features.san {
            SanPlus::from_move(self.position.clone(), mv).to_string()
        } else if self.mode == CastlingMode::Chess960
            && let Move::Castle { king, rook } = mv
        {
            (if rook > king { "O-O" } else { "O-O-O" }).to_owned()
        } else {
            mv.to_uci(self.mode).to_string()
        }
    }

    /// Parses an engine's move: e2e4, e7e8q, O-O, Nf3.
    fn parse_move(&self, text: &str) -> Option<Move> {
        let coordinates = || text.to_ascii_lowercase().parse::<UciMove>().ok()?.to_move(&self.position).ok();
        let letters = || {
            let text = if text.starts_with("0-0") { text.replace('0', "O") } else { text.to_owned() };
            SanPlus::from_ascii(text.as_bytes()).ok()?.san.to_move(&self.position).ok()
        };
        coordinates().or_else(letters)
    }
}

impl Protocol for Xboard {
    fn new_game(&mut self, connection: &mut Connection, stop: &AtomicBool) -> Result<(), EngineFailure> {
        self.has_played = true;
        let mut lines = self.new_game_commands().to_owned();
        if !self.features.ping {
            return connection.write(&lines, connection.timeout, stop);
        }
        self.last_ping += 1;
        let number = self.last_ping;
        let _ = writeln!(lines, "ping {number}");
        connection.send_and_wait(&lines, &format!("pong {number}"), "ping", stop)
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse || !self.has_played
    }

    fn search_commands(&mut self, game: &GameRecord, limits: &SearchLimits) -> Result<String, EngineFailure> {
        let mut lines = String::from("force\n");
        self.sync_game(&mut lines, game)?;
        let limit_commands = limit_commands(limits, self.timeout);
        if limit_commands != self.limit_commands {
            lines.push_str(&limit_commands);
            self.limit_commands = limit_commands;
        }
        if self.features.time {
            let time = limits.movetime.unwrap_or(self.timeout);
            let turn = self.position.turn();
            let [own, other] = limits.clock.map_or([time; 2], |clock| [clock.left[turn], clock.left[!turn]]);
            let [own, other] = [own, other].map(|left| (left.as_millis() / 10).max(1));
            let _ = write!(lines, "time {own}\notim {other}\n");
        }
        lines.push_str("go\n");
        Ok(lines)
    }

    fn stop_command(&self) -> (&'static str, &'static str) {
        ("?\n", "go or ?")
    }

    fn parse_info(&self, line: &str) -> Info {
        Info::parse_thinking(line).unwrap_or_default()
    }

    fn parse_best_move(&mut self, line: &str, info: &str) -> (Reply, Info) {
        let info = self.parse_info(info);
        let mut words = line.split_ascii_whitespace();
        if words.next() == Some("resign") {
            return (Reply::Resignation, info);
        }
        let text = words.next().unwrap_or_default();
        let Some(mv) = self.parse_move(text) else { return (Reply::Move(text.to_owned()), info) };
        let uci = mv.to_uci(self.mode).to_string();
        self.game.push(&uci);
        self.position.play_unchecked(mv);
        (Reply::Move(uci), info)
    }
}

/// Sends `protover` and reads the features.
fn read_features(connection: &mut Connection, stop: &AtomicBool) -> Result<Features, EngineFailure> {
    let timeout = connection.timeout;
    let mut features = Features::default();
    connection.write("xboard\nprotover 2\n", timeout, stop)?;
    let start = Instant::now();
    while features.done != Done::Complete {
        let time = if features.done == Done::Pending { timeout } else { FEATURE_TIME.min(timeout) };
        let word = |event| if let Event::Response(word) = event { Some(word) } else { None };
        match connection.wait_for(time.saturating_sub(start.elapsed()), stop, word)? {
            Some(word) => {
                let answer = features.update(&word);
                connection.write(&answer, timeout, stop)?;
            }
            None if features.done == Done::Pending => return Err(EngineFailure::Unresponsive("protover")),
            None => break,
        }
    }
    Ok(features)
}

/// Returns the commands that set the options.
fn option_commands(engine: &EngineSpec, features: &Features) -> String {
    let mut lines = String::new();
    for setting in &engine.options {
        let _ = match (setting.name.as_str(), setting.value.as_str()) {
            ("Hash", size) if features.memory => writeln!(lines, "memory {size}"),
            ("Threads", number) if features.smp => writeln!(lines, "cores {number}"),
            // One thread without pondering is the default of every engine.
            ("Threads", "1") | ("Ponder", "false") => continue,
            _ => {
                let Some((option, value)) = features.options.resolve(engine, setting) else { continue };
                let value = match value.as_str() {
                    "true" => "1",
                    "false" => "0",
                    value => value,
                };
                writeln!(lines, "option {}={value}", option.name)
            }
        };
    }
    lines
}

/// Returns the commands that limit the searches of a game. Without a time limit, `timeout` is the limit.
fn limit_commands(limits: &SearchLimits, timeout: Duration) -> String {
    let whole_seconds = |time: Duration| time.as_millis().div_ceil(1000).max(1);
    let mut lines = match (limits.clock, limits.movetime) {
        (Some(Clock { control, .. }), _) => {
            let (moves, base) = (control.moves.unwrap_or(0), whole_seconds(control.base));
            format!("level {moves} {}:{:02} {}\n", base / 60, base % 60, control.increment.as_secs_f64())
        }
        // With a time control of one move, unlike with `st`, the engine uses the time that `time` sends.
        (None, Some(time)) if time.subsec_nanos() > 0 => {
            let base = whole_seconds(time);
            format!("level 1 {}:{:02} 0\n", base / 60, base % 60)
        }
        (None, time) => format!("st {}\n", whole_seconds(time.unwrap_or(timeout))),
    };
    if let Some(depth) = limits.depth {
        let _ = writeln!(lines, "sd {depth}");
    }
    lines
}

/// Returns the commands that set up a position with `edit`, for engines without `setboard`; `None` if this is
/// impossible. After `edit` an engine assumes that a king and a rook on their home squares may castle, and that there
/// is no en-passant capture.
fn edit_commands(position: &Chess, features: &Features) -> Option<String> {
    let board = position.board();
    let home = |color: Color| color.fold_wb(Rank::First, Rank::Eighth);
    let has_piece =
        |color, role: Role, file| board.piece_at(Square::from_coords(file, home(color))) == Some(Piece { color, role });
    for color in Color::ALL {
        for file in [shakmaty::File::A, shakmaty::File::H] {
            let appears_castlable =
                has_piece(color, Role::King, shakmaty::File::E) && has_piece(color, Role::Rook, file);
            if appears_castlable
                != position.castles().castling_rights().contains(Square::from_coords(file, home(color)))
            {
                return None;
            }
        }
    }
    if position.ep_square(EnPassantMode::Legal).is_some() {
        return None;
    }
    // `edit` keeps the side to move, so White makes a move first if Black is to move.
    let mut lines = String::new();
    if position.turn() == Color::Black {
        let _ = writeln!(lines, "{}", features.move_command(if features.san { "a3" } else { "a2a3" }));
    }
    lines.push_str("edit\n#\n");
    for color in Color::ALL {
        for square in board.by_color(color) {
            let role = board.role_at(square)?;
            let _ = writeln!(lines, "{}{square}", role.upper_char());
        }
        lines.push_str(color.fold_wb("c\n", ".\n"));
    }
    Some(lines)
}
