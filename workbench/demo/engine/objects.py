"""The kinds of objects that a scene is made of."""

from typing import Final

TABLE: Final = """
scene | logic | gravity | a world that can be entered
node | spatial | position* rotation scale parent | a place in the scene that others hang from
prefab instance | spatial | position* file* | a copy of a prepared group of nodes
mesh instance | spatial | position* file* shadows | a shape that is drawn
instanced mesh | spatial | position* file* vertex_count | one shape drawn many times
sprite | spatial | position* file* color | a flat picture in the scene
billboard | spatial | position* file* | a picture that always faces the camera
decal | spatial | position* file* depth | a picture projected onto surfaces
bone | spatial | position* parent* | a joint that moves a skin
spawn point | spatial | position* rotation | a place where players appear
marker | spatial | position* color | a named place for scripts
trail | spatial | position* color lifetime | a ribbon left behind by a moving node
rope | spatial | points* radius | a line that hangs and swings
spline | spatial | points* | a curve that others follow
vehicle | spatial | position* mass* | a body on wheels that can be driven
character | spatial | position* height radius | a figure that walks and jumps
camera | spatial | position* field_of_view near far projection | an eye that the scene is seen through
camera rig | spatial | position* target* damping | an arm that makes a camera follow
reflection probe | spatial | position* radius | a place where reflections are captured
light probe | spatial | position* intensity | a place where indirect light is measured
directional light | spatial | direction* color intensity shadows | light from far away, like the sun
point light | spatial | position* color intensity range | light in all directions, like a bulb
spot light | spatial | position* direction* angle intensity | light in a cone
area light | spatial | position* width height intensity | light from a rectangle
level of detail group | spatial | position* range | shapes that get simpler with distance
portal | spatial | position* target* | a door to another place
occluder | spatial | position* width height | a wall that hides what is behind it
rigid body | body | position* mass* friction bounciness | a thing that falls and collides
soft body | body | position* mass* damping | a thing that bends when it collides
ragdoll | body | position* mass* bone_count | a figure that falls limp
collider | body | shape* position collides_with | the outline used for collisions
trigger zone | body | shape* position* | a space that notices who enters
joint | body | target* angle | a link between two bodies
spring | body | target* damping | an elastic link between two bodies
wheel | body | radius* friction | a wheel of a vehicle
projectile | body | position* mass* direction | a thing that is shot or thrown
buoyancy volume | body | position* depth damping | water that bodies float in
wind zone | body | direction* intensity radius | air that pushes bodies
animation | playable | file* duration frame_rate | a stored movement of nodes
animation layer | playable | strength order | animations mixed over others
blend tree | playable | values* | animations mixed by numbers
tween | playable | target* duration* easing | a change of one value over time
cutscene | playable | duration* file | a scene that plays by itself
timeline | playable | duration* frame_rate | tracks of events by time
morph target | playable | strength* | a second shape that a mesh blends into
sound | playable | file* volume pitch channel | a short recording
music track | playable | file* volume channel | a long recording that can loop
ambience | playable | file* volume radius | the background noise of a place
speech line | playable | file* language text | words that a character says
audio bus | playable | channel* volume | a mix of sounds with one volume
reverb zone | playable | position* radius strength | a space that echoes
particle system | playable | rate* lifetime color | many small pictures such as smoke
video | playable | file* volume | a film on a surface
screen shake | playable | intensity* duration | a tremble of the camera
mesh | asset | file* vertex_count | a shape made of triangles
material | asset | color* roughness metalness opacity blending | how a surface looks
texture | asset | file* wrap filtering | a picture for surfaces
shader | asset | code* stage | a program that computes pixels
skybox | asset | file* rotation | the picture around the scene
font | asset | file* font_size | letters for text
skeleton | asset | file* bone_count | the bones of a figure
prefab | asset | file* | a group of nodes kept for reuse
physics material | asset | friction* bounciness | how a surface slides and bounces
post effect | asset | strength* order | a filter over the finished picture
translation table | asset | language* values | texts of one language
button | widget | text* width height | a thing on the screen to press
text box | widget | text* font_size color | words on the screen
image panel | widget | file* width height | a picture on the screen
slider | widget | values* width | a knob that chooses a number
check box | widget | text* | a mark that is on or off
drop-down | widget | options* width | a list to choose from
progress bar | widget | width* color | a bar that fills up
menu | widget | options* alignment | choices below each other
health bar | widget | width* target | a bar above a character
minimap | widget | width* height* radius | a small map of the surroundings
input action | logic | device* event | a named thing that a player can do
script | logic | code* enabled_at_start | a program on a node
behaviour tree | logic | values* | decisions of a character
save slot | logic | values* | a stored state of the game
network session | logic | max_players* | players joined over a network
terrain | grid | columns* rows* cell_size | ground with hills
navigation mesh | grid | columns* rows* cell_size radius | the ground that characters can walk on
tile map | grid | columns* rows* cell_size file | a level made of squares
"""
